/** Reserves room for recommendations before the first paint. A guest never gets an account's preferences. */
import { preferencesKey } from '../../browser/device-preferences.ts'
import { hashScript } from '../../ui/inline-script.ts'

export const forYouId = 'for-you'

export const forYouPrePaintScript = [
  `(d=>{try{let k=JSON.parse(localStorage.${preferencesKey}),p=k.preferences`,
  `if(k.owner=='device'||d.documentElement.dataset.reader!='guest')d.getElementById('${forYouId}').hidden=!(p.categories[0]||p.tags[0]||p.authors[0])}catch{}})(document)`,
].join(';')
export const forYouPrePaintHash = hashScript(forYouPrePaintScript)
