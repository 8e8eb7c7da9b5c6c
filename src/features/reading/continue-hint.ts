import { createHash } from 'node:crypto'
import { continueKey, historyKey } from './begun.ts'

/**
 * Before the front page is painted: whether room has to be kept for what the reader may go on with
 * (begun.ts). What comes into it comes later, and moves nothing.
 *
 *     <html data-continue>
 */
export const continueHintScript = `try{let s=localStorage;if(s.${historyKey}=='1'&&s.${continueKey})document.documentElement.dataset.continue=''}catch{}`

/** As the content security policy names it. */
export const continueHintHash =
  `sha256-${createHash('sha256').update(continueHintScript).digest('base64')}` as const
