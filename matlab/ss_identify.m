function fit = ss_identify (varargin)
% SS_IDENTIFY  Parameters of a friction law from recordings, with 95 % intervals.
%
%   fit = SS_IDENTIFY (DATA, LAW) fits a law. DATA is a struct of columns (time [s], velocity [m/s], force [N] and what
%   else the law reads), the name of a .csv or .mat file, or a cell of several of these.
%
%   fit = SS_IDENTIFY (DATA, LAW, NAME, VALUE, ...) and fit = SS_IDENTIFY (DATA, LAW, OPTIONS), with a struct, take
%
%     test            Recordings that are scored and not fitted, given as DATA is
%     plant           Parameters of the body, in closed loop (struct)
%     elements        Number of elements, for laws that have elements (default: the law's own) (number)
%     free            Parameters to find (default: those that the data can show) (cell)
%     fixed           Hold a parameter at a value: key=value (struct)
%     bounds          Look for a parameter only between two values: key=low,high (struct)
%     per_direction   Parameters with a value for each direction of motion, or all (cell)
%     loss            ls (mean square), mre (mean relative error), huber or absolute (text)
%     huber           Residual from which huber grows linearly (default: 1.345 times the noise) [N] (number)
%     strategy        How the parameters are searched (text)
%     seed            Seed of the search; the same seed gives the same bits (number)
%     budget          Evaluations of the global search (default: the strategy's own) (number)
%     population      Individuals of a genetic search in all (default: 90) (number)
%     generations     Generations of a genetic search (default: 100, or what a budget allows) (number)
%     crossover_rate  Share of the children that are recombined from two parents, for ga (number)
%     mutation_rate   Parameters of a child that mutate, in the mean, for ga (number)
%     migration_rate  Share of a subpopulation that migrates to the next, for ga (number)
%     migration_period Generations between two migrations, 0 for none, for ga (number)
%     train           Share of every recording, from its beginning, that is fitted; the rest is scored (number)
%     blocks          Cut every recording into so many blocks and keep every second one for the test (number)
%     closed_loop     The recorded force drives a body; motions are compared (true or false)
%     compare_below   Compare forces through a low-pass of this frequency (default: as they are) [Hz] (number)
%     nuisances       Find these for every recording: offset, gain, ... (cell)
%     common          Find these once for all recordings: inertia, gravity, ... (cell)
%     threads         Number of threads (default: 0, one per processor) (number)
%     device          Where batches run (text)
%     polish          Least squares behind the search (true or false)
%     intervals       Uncertainty of what was found (true or false)
%     map             Name the column that plays a role: role=column, role=column[unit], role=-column for the other
%                     sign; role= when none does (struct)
%     delay           Take a column earlier that was recorded late: role=SECONDS, as in force=0.012 (struct)
%     drop            Give rows with these findings no weight: saturation, dead (cell)
%     refuse          Repairs of the data that must not be made, by their names (cell)
%     sample_time     Step at which the data are used (default: that of the recording) [s] (number)
%     bandwidth       Bandwidth (-3 dB) of a derived velocity (default: chosen from noise and resolution) [Hz]
%                     (number)
%
%   The answer has params (a struct for SS_SIMULATE), parameters (a struct array with value, low, high, identified and
%   remark), nuisances, loss, r2, rmse, test_r2, measured, fitted, settled, verdict (good, usable with limits, not
%   explained by this law, data problem) with reason and next_step, message, advice, notes, and model: the
%   text of a model.toml that every command of stickslip takes as a law.
%
%   See also SS_LAWS, SS_SIMULATE.
  fit = stickslip_mex ('identify', varargin{:});
end
