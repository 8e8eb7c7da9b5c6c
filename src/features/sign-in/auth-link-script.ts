import type { AuthLinkMode } from '../../browser/auth-link.ts'
import { hashScript } from '../../ui/inline-script.ts'

/** Titles of /magic for links that don't log in. */
const titles: readonly (readonly [mode: AuthLinkMode, title: string])[] = [
  ['verifyEmail', 'Confirm your email address'],
  ['verifyAndChangeEmail', 'Change your email address'],
  ['recoverEmail', 'Restore your email address'],
]

/**
 * Hides the form before the first paint, until the island has read the email's link (use-auth-link.ts), and gives the
 * page the link's title.
 */
export const authLinkScript = [
  "(d=>{let p=new URLSearchParams(location.search),h=d.querySelector('h1')",
  "if(!p.get('oobCode'))return",
  "d.documentElement.dataset.authLink=''",
  `let t=new Map(${JSON.stringify(titles)}).get(p.get('mode'))`,
  'if(t){d.title=d.title.replace(h.textContent.trim(),t);h.textContent=t}})(document)',
].join(';')
export const authLinkScriptHash = hashScript(authLinkScript)
