import { hashScript } from '../../ui/inline-script.ts'

/** Hides the form before the paint, until the island has read the email's link (use-auth-link.ts). */
export const authLinkScript =
  "if(/[?&]oobCode=/.test(location.search))document.documentElement.dataset.authLink=''"
export const authLinkScriptHash = hashScript(authLinkScript)
