/** Shows the note before it (ReferredBy.astro) where a referral link led, before the first paint. */
import { referredByCookie } from '../../contracts/cookies/referred-by-cookie.ts'
import { ownLinkSources } from '../../domain/statistics/source.ts'
import { hashScript } from '../../ui/inline-script.ts'

export const referredByScript = [
  `(d=>{let n=d.currentScript.previousElementSibling,m=d.cookie.match(/\\b${referredByCookie}=([^;]*)/)`,
  `if(m&&/[?&]utm_source=${ownLinkSources.share}\\b/.test(location.search)){n.hidden=false`,
  'try{if(m[1])n.querySelector("bdi").textContent=decodeURIComponent(m[1])}catch{}}})(document)',
].join(';')
export const referredByHash = hashScript(referredByScript)
