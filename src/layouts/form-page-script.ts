import { createHash } from 'node:crypto'
import { saveOnReturnPattern, storyToSaveKey } from '../contracts/save-on-return.ts'
import { signInPages } from '../features/account/return-address.ts'

/**
 * Runs before a form page is painted, below its introduction:
 *
 *     <html data-was="guest | reader">   who opened the page; logging in on it doesn't change that
 *     <p data-introduction>              replaced by the next one if a guest came to save a story
 *     <p data-story-to-save hidden>      says so; the headline is from this tab's own storage
 *
 * The browser's back button shows the page as it was, so `data-was` is written again then.
 */
export const formPageScript = [
  "(d=>{let r=d.documentElement,note=()=>r.dataset.was=r.dataset.reader=='guest'?'guest':'reader'",
  "note();addEventListener('pageshow',e=>e.persisted&&note())",
  `let m=${saveOnReturnPattern}.exec(new URLSearchParams(location.search).get('return')),t='this story'`,
  'if(!m)return',
  `try{let s=JSON.parse(sessionStorage.getItem('${storyToSaveKey}'));if(s.slug==m[1])t='“'+s.title+'”'}catch{}`,
  "let p=d.querySelector('[data-story-to-save]')",
  "p.textContent='Log in or sign up to save '+t+'.'",
  "p.hidden=!(d.querySelector('[data-introduction]').hidden=true)})(document)",
].join(';')

/**
 * Runs below a form page's links, before anybody can follow one. Where the reader was going is in the
 * page's address, and anybody can have written that:
 *
 *     <a href="/login/new" data-keeps-return>   keeps it in the next page's address
 *     <a href="/" data-continue>                leads there, if it is a page of ours (return-address.ts)
 */
export const formLinksScript = [
  "(d=>{let w=new URLSearchParams(location.search).get('return')",
  'if(!w)return',
  "for(let a of d.querySelectorAll('a[data-keeps-return]'))a.search='?return='+encodeURIComponent(w)",
  "let c=d.querySelector('a[data-continue]')",
  'try{let u=new URL(w,location.origin)',
  `if(c&&u.origin==location.origin&&!${signInPages}.test(u.pathname))c.href=u.href}catch{}})(document)`,
].join(';')

const hashOf = (script: string) =>
  `sha256-${createHash('sha256').update(script).digest('base64')}` as const

/** As the page's policy names them. */
export const formPageScriptHashes = [formPageScript, formLinksScript].map(hashOf)
