function [force, state, inertia] = ss_step (varargin)
% SS_STEP  One step of a friction law at a fixed sample time.
%
%   [force, state] = SS_STEP (LAW, PARAMS, STATE, BEFORE, AFTER, H) advances the law over H seconds, from the contact
%   BEFORE to the contact AFTER, and returns the friction force [N] at its end and the new state.
%
%     LAW      name of a law, see SS_LAWS
%     PARAMS   struct of parameters; what it leaves out, or [], has the law's own value
%     STATE    column vector of the last step; [] for a body that has been at rest
%     BEFORE   velocity [m/s], or a struct with velocity, displacement, applied, mass, load, pressure, temperature
%     AFTER    the same at the end of the step
%
%   [force, state, inertia] = SS_STEP (...): of a law with inertia the force is force + inertia * acceleration.
%   The force is positive when it acts against positive velocity. The step is stable for every H.
%
%   See also SS_LAWS, SS_SIMULATE.
  [force, state, inertia] = stickslip_mex ('step', varargin{:});
end
