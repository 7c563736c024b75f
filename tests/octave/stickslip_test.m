% Tests of the MEX file, run by octave-cli; ends with an error when one fails.
1;

function check (truth, what)
  if ~truth
    error ('check failed: %s', what);
  end
end

function check_error (call, identifier, part)
  try
    call ();
  catch e
    check (strcmp (e.identifier, identifier), sprintf ('identifier %s instead of %s (%s)', e.identifier, identifier, e.message));
    check (~isempty (strfind (e.message, part)), sprintf ('"%s" in "%s"', part, e.message));
    return;
  end
  error ('check failed: no error with %s', part);
end

function laws_are_described ()
  all = ss_laws ();
  check (numel (all) >= 20, 'twenty laws');
  names = {all.name};
  check (any (strcmp (names, 'lugre')) && any (strcmp (names, 'mgms')), 'names');
  one = ss_laws ('lugre');
  check (strcmp (one.table(1).unit, 'N/m') && one.table(1).value == 1e5, 'stiffness of lugre');
  check (one.params.coulomb == 1, 'usual parameters');
  check (iscell (one.states) && strcmp (one.states{1}, 'deflection'), 'states');
  check (~isempty (help ('ss_simulate')), 'help text');
end

% A plain LuGre in m-code, integrated finely, as a judge.
function force = fine_lugre (v, h)
  z = 0; n = 200; force = zeros (size (v));
  for k = 2:numel (v)
    for j = 1:n
      w = v(k-1) + (v(k) - v(k-1)) * (j - 0.5) / n;
      g = 1 + 0.5 * exp (-(w / 1e-3)^2);
      z = z + h / n * (w - 1e5 * abs (w) / g * z);
    end
    g = 1 + 0.5 * exp (-(v(k) / 1e-3)^2);
    force(k) = 1e5 * z + 316.22776601683796 * (v(k) - 1e5 * abs (v(k)) / g * z) + 0.4 * v(k);
  end
end

function simulation_agrees_with_the_equation ()
  h = 1e-3;
  v = 2e-3 * sin (2 * pi * (0:h:1)');
  force = ss_simulate ('lugre', [], v, h);
  check (isequal (size (force), size (v)), 'a column of the same length');
  worst = max (abs (force - fine_lugre (v, h))) / max (abs (force));
  check (worst < 2e-3, sprintf ('lugre against its equation: %g', worst));
end

function steps_and_simulation_are_one ()
  h = 1e-3;
  v = 2e-3 * sin (2 * pi * 3 * (0:h:0.5)');
  for name = {'lugre', 'dahl', 'tanh', 'bliman-sorine'}
    p = ss_laws (name{1}).params;
    [force, last] = ss_simulate (name{1}, p, v, h);
    state = []; x = 0; worst = 0;
    for k = 2:numel (v)
      before = struct ('velocity', v(k-1), 'displacement', x);
      x = x + (v(k-1) + v(k)) / 2 * h;
      [f, state] = ss_step (name{1}, p, state, before, struct ('velocity', v(k), 'displacement', x), h);
      worst = max (worst, abs (f - force(k)));
    end
    check (worst <= 1e-11 * max (abs (force)), sprintf ('%s: step against simulation %g', name{1}, worst));
    check (isequal (size (last), size (state)), 'states');
    check (max (abs (last - state)) <= 1e-9 * max (abs (state)) + 1e-15, 'last state');
  end
end

function motion_goes_on_from_a_state ()
  h = 1e-3;
  v = 2e-3 * sin (2 * pi * (0:h:1)');
  [whole, ~] = ss_simulate ('lugre', [], v, h);
  [first, state] = ss_simulate ('lugre', [], v(1:500), h);
  rest = ss_simulate ('lugre', [], v(500:end), h, state);
  check (max (abs ([first; rest(2:end)] - whole)) < 1e-12, 'in two parts');
end

function elements_are_counted ()
  p = struct ('stiffness', [1e5; 5e4; 2e4], 'limit', [0.2; 0.4; 0.6]);
  v = 1e-3 * sin (2 * pi * (0:1e-3:1)');
  force = ss_simulate ('maxwell-slip', p, v, 1e-3);
  check (abs (max (force) - 1.2) < 1e-6, 'limits of three elements add up');
end

function parameters_come_back ()
  h = 1e-3;
  t = (0:h:4)';
  v = 5e-3 * sin (2 * pi * t) .* (1 + 0.5 * sin (2 * pi * 0.3 * t));
  truth = struct ('coulomb', 2, 'breakaway', 3, 'stribeck_velocity', 2e-3, 'viscous', 20, 'transition_velocity', 1e-4);
  rand ('twister', 1); randn ('twister', 1);
  force = ss_simulate ('tanh', truth, v, h) + 0.02 * randn (size (v));
  fit = ss_identify (struct ('time', t, 'velocity', v, 'force', force), 'tanh', struct ('seed', 3, 'threads', 1));
  check (fit.r2 > 0.99, 'R2');
  p = fit.parameters(strcmp ({fit.parameters.name}, 'coulomb.forward') | strcmp ({fit.parameters.name}, 'coulomb'));
  check (p(1).low < 2 && 2 < p(1).high, sprintf ('coulomb in [%g, %g]', p(1).low, p(1).high));
  check (~isempty (strfind (fit.model, 'name = "tanh"')), 'model.toml');
  again = ss_identify (struct ('time', t, 'velocity', v, 'force', force), 'tanh', struct ('seed', 3, 'threads', 2));
  check (fit.loss == again.loss, 'the same seed, the same bits');
  simulated = ss_simulate ('tanh', fit.params, v, h);
  check (sqrt (mean ((simulated - force).^2)) < 0.022, 'params go back into a simulation');
end

function wrong_calls_are_answered ()
  check_error (@() ss_laws ('lugree'), 'stickslip:unknownName', 'lugre');
  check_error (@() ss_laws (3), 'stickslip:usage', 'text');
  check_error (@() ss_simulate ('lugre', struct ('coulom', 1), [0; 1], 1), 'stickslip:unknownName', 'coulomb');
  check_error (@() ss_simulate ('lugre', struct ('coulomb', -1), [0; 1], 1), 'stickslip:invalidArgument', '-1');
  check_error (@() ss_simulate ('lugre', struct ('coulomb', 9), [0; 1], 1), 'stickslip:invalidArgument', 'breakaway');
  check_error (@() ss_simulate ('lugre', [], [0; NaN], 1), 'stickslip:invalidArgument', 'velocity(2)');
  check_error (@() ss_simulate ('lugre', [], [], 1), 'stickslip:invalidArgument', 'no velocity');
  check_error (@() ss_simulate ('lugre', [], [0; 1], 0), 'stickslip:invalidArgument', 'step');
  check_error (@() ss_simulate ('lugre', [], single ([0; 1]), 1), 'stickslip:usage', 'struct');
  check_error (@() ss_simulate ('mgms', [], [0; 1], 1), 'stickslip:invalidArgument', 'pressure');
  check_error (@() ss_simulate ('lugre', [], [0; 1], 1, [1; 2]), 'stickslip:invalidArgument', 'state');
  check_error (@() ss_step ('lugre'), 'stickslip:usage', 'ss_step takes');
  check_error (@() ss_step ('lugre', [], [], struct ('speed', 1), 1, 1), 'stickslip:unknownName', 'speed');
  check_error (@() ss_identify ('nosuch.csv', 'lugre'), 'stickslip:invalidArgument', 'nosuch.csv');
  check_error (@() ss_identify (struct ('time', (1:9)'), 'lugre'), 'stickslip:invalidArgument', 'velocity');
  check_error (@() ss_identify ('nosuch.csv', 'lugre', 'train', 1.5), 'stickslip:invalidArgument', '''train'', 1.5 lies outside (0, 1]');
  check_error (@() ss_identify ('nosuch.csv', 'lugre', 'loss', 'lsq'), 'stickslip:unknownName', 'no loss is called ''lsq''');
  check_error (@() ss_identify ('nosuch.csv', 'lugre', 'seed'), 'stickslip:usage', 'pairs of name and value');
  check_error (@() ss_identify ('nosuch.csv', 'lugre', 'plant', struct ('mass', 2)), 'stickslip:invalidArgument', '''plant'', struct (''mass'', 2): only a fit in closed loop');
  check_error (@() ss_identify (struct ('time', (1:9)'), 'lugre', struct ('sed', 1)), 'stickslip:unknownName', 'seed');
  check_error (@() stickslip_mex ('nothing'), 'stickslip:unknownName', 'laws');
  check_error (@() stickslip_mex (), 'stickslip:usage', 'command');
end

function n = resident ()
  pages = sscanf (fileread ('/proc/self/statm'), '%d');
  n = pages(2) * 4096;
end

% Ten thousand calls, right and wrong ones: what they took is given back.
function nothing_is_lost ()
  v = zeros (100, 1);
  for k = 1:500, ss_simulate ('lugre', [], v, 1e-3); end
  before = resident ();
  for k = 1:5000
    ss_simulate ('lugre', [], v, 1e-3);
    try, ss_simulate ('lugre', struct ('coulomb', -1), v, 1e-3); catch, end
  end
  grown = resident () - before;
  check (grown < 8e6, sprintf ('%g bytes grown', grown));
end

tests = {@laws_are_described, @simulation_agrees_with_the_equation, @steps_and_simulation_are_one, ...
         @motion_goes_on_from_a_state, @elements_are_counted, @parameters_come_back, @wrong_calls_are_answered, ...
         @nothing_is_lost};
failed = 0;
for k = 1:numel (tests)
  try
    tests{k} ();
    printf ('ok      %s\n', func2str (tests{k}));
  catch e
    failed = failed + 1;
    printf ('FAILED  %s: %s\n', func2str (tests{k}), e.message);
  end
end
exit (failed > 0);
