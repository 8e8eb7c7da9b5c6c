import { createHash } from 'node:crypto'
import { readingKey, schemes, textSizes } from '../browser/reading-preference.ts'
import { homeCountry } from '../domain/offer.ts'
import { subscriptionStatuses } from '../domain/subscription-status.ts'

/**
 * The only script before the first paint: it writes the `reader` hint (contracts/reader-hint.ts)
 * onto the document, so that header and wall are right without a flash, and asks for the closed
 * part of an article at once where the hint says that it will be open. Of the `country` cookie it
 * writes down the country and whose prices are shown there (domain/offer.ts); without the cookie
 * nothing is written, and the page shows both. What the reader chose for this device is applied
 * (browser/reading-preference.ts).
 *
 *     <html data-reader="guest | undefined | isSubscribed | …" data-open data-mend
 *           data-country="IN" data-prices="domestic | international" data-scheme="dark" data-text="large">
 *
 * `undefined` is a reader of whom the cookie says something that this page does not understand.
 */
export const readerHintScript = [
  "(d=>{let r=d.documentElement,c='; '+d.cookie+';',b=r.dataset.body",
  `let m=/; reader=(${subscriptionStatuses.join('|')})(\\.open)?(\\.mend)?;/.exec(c)`,
  "r.dataset.reader=m?m[1]:/; reader=[^;]/.test(c)?'undefined':'guest'",
  "if(m&&m[3])r.dataset.mend=''",
  "if(m&&m[2]){r.dataset.open=''",
  "if(b){let l=d.createElement('link');l.rel='preload';l.as='fetch';l.crossOrigin='anonymous';l.href=b;d.head.append(l)}}",
  'm=/; country=([A-Z]{2});/.exec(c)',
  `if(m){r.dataset.country=m[1];r.dataset.prices=m[1]=='${homeCountry}'?'domestic':'international'}`,
  `try{m=/^(${schemes.join('|')}) (${textSizes.join('|')})$/.exec(localStorage.${readingKey})`,
  'if(m){r.dataset.scheme=m[1];r.dataset.text=m[2]}}catch{}',
  '})(document)',
].join(';')

/** As the content security policy names it. */
export const readerHintScriptHash =
  `sha256-${createHash('sha256').update(readerHintScript).digest('base64')}` as const
