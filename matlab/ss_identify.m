function fit = ss_identify (varargin)
% SS_IDENTIFY  Parameters of a friction law from recordings, with 95 % intervals.
%
%   fit = SS_IDENTIFY (DATA, LAW) fits a law. DATA is a struct of columns (time [s], velocity [m/s], force [N] and what
%   else the law reads), the name of a .csv or .mat file, or a cell of several of these.
%
%   fit = SS_IDENTIFY (DATA, LAW, NAME, VALUE, ...) and fit = SS_IDENTIFY (DATA, LAW, OPTIONS), with a struct, take
%
%
%   The answer has params (a struct for SS_SIMULATE), parameters (a struct array with value, low, high, identified and
%   remark), nuisances, loss, r2, rmse, test_r2, measured, fitted, converged, message, advice, notes, and model: the
%   text of a model.toml that every command of stickslip takes as a law.
%
%   See also SS_LAWS, SS_SIMULATE.
  fit = stickslip_mex ('identify', varargin{:});
end
