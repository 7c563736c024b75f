// The list of friction laws. A new law is one file and one line here.
#pragma once

#include "stickslip/friction/backlash.hpp"
#include "stickslip/friction/backlash_stribeck.hpp"
#include "stickslip/friction/bliman_sorine.hpp"
#include "stickslip/friction/bouc_wen.hpp"
#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/coulomb_viscous.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/dry_clutch.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/gms.hpp"
#include "stickslip/friction/hybrid.hpp"
#include "stickslip/friction/hybrid_presliding.hpp"
#include "stickslip/friction/karnopp.hpp"
#include "stickslip/friction/leuven.hpp"
#include "stickslip/friction/list.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/maxwell_slip.hpp"
#include "stickslip/friction/mgms.hpp"
#include "stickslip/friction/modified_lugre.hpp"
#include "stickslip/friction/new_modified_lugre.hpp"
#include "stickslip/friction/preisach.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/friction/tanh.hpp"

namespace stickslip {

using FrictionLaws = LawList<One<Coulomb>,           //
                             One<CoulombViscous>,    //
                             One<Stribeck>,          //
                             One<Tanh>,              //
                             One<Karnopp>,           //
                             One<Dahl>,              //
                             One<BlimanSorine>,      //
                             One<LuGre>,             //
                             One<ElastoPlastic>,     //
                             Many<Leuven>,           //
                             Many<MaxwellSlip>,      //
                             Many<Gms>,              //
                             Many<Mgms>,             //
                             One<ModifiedLuGre>,     //
                             One<NewModifiedLuGre>,  //
                             One<Backlash>,          //
                             One<BacklashStribeck>,  //
                             One<DryClutch>,         //
                             One<Hybrid>,            //
                             One<HybridPresliding>,  //
                             One<Preisach>,          //
                             One<BoucWen>>;

}  // namespace stickslip
