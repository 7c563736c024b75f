function laws = ss_laws (varargin)
% SS_LAWS  Friction laws of Stickslip, described.
%
%   laws = SS_LAWS () is a struct array with one entry per law.
%   law = SS_LAWS (NAME) is the entry of one law:
%
%     name, title, source, equation   texts
%     reads, may_read                 what of the motion it needs, and what it uses when it is given
%     states                          cell of the names of its states, in the order of a state vector
%     table                           struct array of its parameters: name, symbol, unit, meaning, lower, upper, value
%     params                          struct of its usual parameters, as SS_STEP and SS_SIMULATE take it
%
%   Example: p = ss_laws ('lugre').params; p.coulomb = 2;
%
%   See also SS_STEP, SS_SIMULATE, SS_IDENTIFY.
  laws = stickslip_mex ('laws', varargin{:});
end
