function build_stickslip (prefix)
% BUILD_STICKSLIP  Compiles stickslip_mex in this folder.
%
%   BUILD_STICKSLIP (PREFIX) takes the library from the folder into which cmake --install put it. In Octave it calls
%   mkoctfile --mex, in MATLAB mex. CMake builds the same file in its build folder where mkoctfile is present.
  folder = fileparts (mfilename ('fullpath'));
  source = fullfile (folder, 'stickslip_mex.cpp');
  include = ['-I' fullfile(prefix, 'include')];
  libraries = fullfile (prefix, 'lib', 'stickslip');
  if exist ('OCTAVE_VERSION', 'builtin')
    setenv ('CXXFLAGS', [strtrim(mkoctfile ('-p', 'CXXFLAGS')) ' -std=c++20']);
    [text, status] = mkoctfile ('--mex', include, source, ['-L' libraries], ['-Wl,-rpath,' libraries], ...
                                '-lstickslip_mex', '-o', fullfile (folder, 'stickslip_mex.mex'));
    if status ~= 0
      error ('stickslip:build', 'mkoctfile failed:\n%s', text);
    end
  else
    mex (include, 'CXXFLAGS=$CXXFLAGS -std=c++20', ['-L' libraries], ['LDFLAGS=$LDFLAGS -Wl,-rpath,' libraries], ...
         '-lstickslip_mex', '-outdir', folder, source);
  end
end
