import {
  articleToSaveKey,
  giftReturnPattern,
  saveReturnPattern,
} from '../contracts/pages/login-paths.ts'
import { signInPagePattern } from '../features/sign-in/return-url.ts'
import { hashScript } from '../ui/inline-script.ts'

/**
 * Runs before a form page is painted, and again if the back-forward cache restores it:
 *     <html data-reader-on-load="guest | reader">   the reader at loading, even if they log in here
 *     <p data-introduction>     hidden if a guest came to save a story or to redeem a gift
 *     <p data-purpose hidden>   shown instead; the headline is from this tab's storage
 */
export const formPageScript = [
  "(d=>{let r=d.documentElement,note=()=>r.dataset.readerOnLoad=r.dataset.reader=='guest'?'guest':'reader'",
  "note();addEventListener('pageshow',e=>e.persisted&&note())",
  "let w=new URLSearchParams(location.search).get('return')",
  `let m=${saveReturnPattern}.exec(w),t=${giftReturnPattern}.test(w)?'redeem your gift':m&&'save this story'`,
  'if(!t)return',
  `try{let s=JSON.parse(sessionStorage.getItem('${articleToSaveKey}'));if(s.slug==m[1])t='save “'+s.title+'”'}catch{}`,
  "let p=d.querySelector('[data-purpose]')",
  "p.textContent='Log in or create an account to '+t+'.'",
  "p.hidden=!(d.querySelector('[data-introduction]').hidden=true)})(document)",
].join(';')

/**
 * Runs below a form page's links, before they can be pressed. Addresses aren't trusted:
 *     <a href="/login/new" data-keep-return>   keeps the page to return to in the next address
 *     <a href="/" data-continue>             leads there, if it is ours (features/sign-in/return-url.ts)
 *     <li data-offer>                        hidden on the way to a gift
 */
export const formLinksScript = [
  "(d=>{let w=new URLSearchParams(location.search).get('return')",
  'if(!w)return',
  "for(let a of d.querySelectorAll('a[data-keep-return]'))a.search='?return='+encodeURIComponent(w)",
  `if(${giftReturnPattern}.test(w))for(let o of d.querySelectorAll('[data-offer]'))o.hidden=true`,
  "let c=d.querySelector('a[data-continue]')",
  'try{let u=new URL(w,location.origin)',
  `if(c&&u.origin==location.origin&&!${signInPagePattern}.test(u.pathname))c.href=u.href}catch{}})(document)`,
].join(';')

export const formPageScriptHashes = [formPageScript, formLinksScript].map(hashScript)
