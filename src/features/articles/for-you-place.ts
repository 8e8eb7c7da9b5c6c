/**
 * The only script of the front page that runs before its shelf is painted: it makes room for stories
 * where this device knows what its reader likes (browser/kept-answers.ts), so that nothing moves when
 * they come. What is kept of an account is no guest's.
 */
import { createHash } from 'node:crypto'
import { answersKey } from '../../browser/kept-answers.ts'

export const forYouId = 'for-you'

export const forYouPlaceScript = [
  `(d=>{try{let k=JSON.parse(localStorage.${answersKey}),a=k.answers`,
  `if(k.of=='device'||d.documentElement.dataset.reader!='guest')d.getElementById('${forYouId}').hidden=!(a.categories[0]||a.tags[0]||a.authors[0])}catch{}})(document)`,
].join(';')

/** As the page's content security policy has to name it. */
export const forYouPlaceHash =
  `sha256-${createHash('sha256').update(forYouPlaceScript).digest('base64')}` as const
