import { hashScript } from '../../ui/inline-script.ts'

/** Before the first paint, shows the checkout instead of the plans: <html data-plan="annual">. */
export const selectedPlanScript =
  'let m=/[?&]plan=(annual|monthly)(?:&|$)/.exec(location.search);if(m)document.documentElement.dataset.plan=m[1]'
export const selectedPlanScriptHash = hashScript(selectedPlanScript)
