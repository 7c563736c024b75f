function [force, state] = ss_simulate (varargin)
% SS_SIMULATE  Friction force along a motion with a fixed sample time.
%
%   force = SS_SIMULATE (LAW, PARAMS, MOTION, H) is the friction force [N] at every sample, from rest.
%
%     LAW      name of a law, see SS_LAWS
%     PARAMS   struct of parameters; what it leaves out, or [], has the law's own value
%     MOTION   column vector of velocities [m/s], or a struct with velocity and what else the law reads: displacement
%              (default: the integral of the velocity), applied, mass, load, pressure, temperature; a
%              single number is a constant
%     H        sample time [s]
%
%   [force, state] = SS_SIMULATE (LAW, PARAMS, MOTION, H, STATE) begins with a state, and returns the last one.
%
%   Example: v = 1e-3 * sin (2*pi*(0:0.001:2)'); plot (cumsum (v) * 1e-3, ss_simulate ('lugre', [], v, 1e-3))
%
%   See also SS_LAWS, SS_STEP, SS_IDENTIFY.
  [force, state] = stickslip_mex ('simulate', varargin{:});
end
