"""A hydraulic servo with two laws: does the law change where the piston ends?"""

import numpy as np

import stickslip

end = {}
for name in ("lugre", "new-modified-lugre"):
    run = stickslip.run("hydraulic-servo", law=name)
    position = run["displacement"]
    end[name] = position[-1]
    print(f"{name}: {run.message}")
    print(f"  {len(run['time'])} rows, columns {', '.join(run)}; at the end {1e3 * position[-1]:.3f} mm")
    assert run.completed and np.all(np.isfinite(position))
print(f"the law moves the end by {1e6 * abs(end['lugre'] - end['new-modified-lugre']):.1f} um")
