import { createHash } from 'node:crypto'
import { subscriptionStatuses } from '../domain/subscription-status.ts'

/**
 * The only script before the first paint: it writes the `reader` hint (contracts/reader-hint.ts) and
 * the visitor's country onto the document, so that header, wall and footer are right without a
 * flash, and asks for the closed part of an article at once where the hint says that it will be open.
 *
 *     <html data-reader="guest | undefined | isSubscribed | …" data-open data-country="IN">
 *
 * `undefined` is a reader of whom the cookie says something that this page does not understand.
 */
export const readerHintScript = [
  '(d=>{let r=d.documentElement,c=d.cookie,b=r.dataset.body',
  `let m=/(?:^|; )reader=(${subscriptionStatuses.join('|')})(\\.open)?(?:;|$)/.exec(c)`,
  "r.dataset.reader=m?m[1]:/(?:^|; )reader=/.test(c)?'undefined':'guest'",
  'let k=/(?:^|; )country=([A-Z]{2})(?:;|$)/.exec(c)',
  'if(k)r.dataset.country=k[1]',
  "if(m&&m[2]){r.dataset.open=''",
  "if(b){let l=d.createElement('link');l.rel='preload';l.as='fetch';l.crossOrigin='anonymous';l.href=b;d.head.append(l)}}",
  '})(document)',
].join(';')

/** As the content security policy names it. */
export const readerHintScriptHash =
  `sha256-${createHash('sha256').update(readerHintScript).digest('base64')}` as const
