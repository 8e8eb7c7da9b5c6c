import { historyKey } from '../../browser/device-preferences.ts'
import { hashScript } from '../../ui/inline-script.ts'
import { continueKey } from './unfinished-articles.ts'

/** Before the first paint, reserves room for unfinished articles: <html data-continue>. */
export const continueHintScript = `try{let s=localStorage;if(s.${historyKey}=='1'&&s.${continueKey})document.documentElement.dataset.continue=''}catch{}`
export const continueHintHash = hashScript(continueHintScript)
