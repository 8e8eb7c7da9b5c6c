import { historyKey } from '../../browser/device-preferences.ts'
import { readDeviceItem } from '../../browser/device-storage.ts'
import { wordCountAttribute } from '../../contracts/analytics/event-attributes.ts'
import { parseDepth } from './position-in-url.ts'
import { recordProgressOnLeave } from './record-progress.ts'
import { scrollToDepth } from './scroll-to-position.ts'

export function trackArticleProgress() {
  const article = document.querySelector(`[${wordCountAttribute}]`)
  const slug = article?.getAttribute(wordCountAttribute)?.split(' ')[1]
  if (!article || !slug) return
  const depth = parseDepth(location.hash)
  if (depth !== null) scrollToDepth(article, depth)
  if (readDeviceItem(historyKey) === '1') recordProgressOnLeave(article, slug)
}
