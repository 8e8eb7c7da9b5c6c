/** Before the first paint, shows the note that precedes this script (ReferredBy.astro), if a referral link led to the page. */
import { friendParameter, referredByCookie } from '../../contracts/cookies/referred-by-cookie.ts'
import { hashScript } from '../../ui/inline-script.ts'

export const referredByScript = [
  `(d=>{let n=d.currentScript.previousElementSibling,m=d.cookie.match(/\\b${referredByCookie}=([^;]*)/),`,
  `f=/[?&]${friendParameter}=(first)?/.exec(location.search)`,
  ';if(m&&f){n.hidden=false',
  ';try{if(m[1]&&f[1])n.querySelector("bdi").textContent=decodeURIComponent(m[1])}catch{}}})(document)',
].join('')
export const referredByHash = hashScript(referredByScript)
