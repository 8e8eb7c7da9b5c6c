/** What an article does for a signed-in reader's reading: goes on where they were, and notes how far they come. */
import { readFromDevice } from '../../browser/device-storage.ts'
import { wordsMark } from '../../contracts/analytics/marks.ts'
import { historyKey } from './begun.ts'
import { noteReading } from './note-reading.ts'
import { depthIn } from './place-in-address.ts'
import { readOn } from './read-on.ts'

export function followArticle() {
  const article = document.querySelector(`[${wordsMark}]`)
  const slug = article?.getAttribute(wordsMark)?.split(' ')[1]
  if (!article || !slug) return
  const depth = depthIn(location.hash)
  if (depth !== null) readOn(article, depth)
  if (readFromDevice(historyKey) === '1') noteReading(article, slug)
}
