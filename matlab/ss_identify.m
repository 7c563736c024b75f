function fit = ss_identify (varargin)
% SS_IDENTIFY  Parameters of a friction law from recordings, with 95 % intervals.
%
%   fit = SS_IDENTIFY (DATA, LAW) fits a law. DATA is a struct of columns (time [s], velocity [m/s], force [N] and what
%   else the law reads), the name of a .csv or .mat file, or a cell of several of these.
%
%   fit = SS_IDENTIFY (DATA, LAW, OPTIONS) takes a struct with any of
%
%     elements    number of elements of a law that has elements
%     free        cell of the names of the parameters to be found; those that the data can show when it is left out
%     fixed       struct of parameters that are held
%     loss        'ls', 'mre', 'huber' or 'absolute'
%     strategy    'auto', 'multistart', 'projection', 'ga', ...
%     seed        the same seed gives the same bits
%     train       share of every recording that is fitted, blocks: every second of so many blocks is kept for the test
%     nuisances   cell of 'offset', 'gain', 'sign', 'delay', 'inertia', 'gravity', 'area', 'growth', one per recording
%     common      the same, one for all recordings
%     threads     number of threads
%
%   The answer has params (a struct for SS_SIMULATE), parameters (a struct array with value, low, high, identified and
%   remark), nuisances, loss, r2, rmse, test_r2, measured, fitted, converged, message, advice, notes, and model: the
%   text of a model.toml that every command of stickslip takes as a law.
%
%   See also SS_LAWS, SS_SIMULATE.
  fit = stickslip_mex ('identify', varargin{:});
end
