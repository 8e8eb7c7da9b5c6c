/** What every page does for a signed-in reader's own reading: saved articles on this device, and where they were. */
import { readFromDevice } from '../browser/device-storage.ts'

const { dataset } = document.documentElement

const keepSaved = async () => (await import('../features/offline/kept-articles.ts')).keepSaved()
addEventListener('saved-changed', keepSaved)
// After what the reader came for.
if (readFromDevice('saved')) {
  if (document.readyState === 'complete') void keepSaved()
  else addEventListener('load', keepSaved)
}

if (dataset.screen === 'article') {
  void import('../features/reading/article-reading.ts').then((reading) => reading.followArticle())
}

const begun = document.querySelector<HTMLElement>('[data-continue-reading]')
// Where no room was kept, it is found out for the next time: something may have been begun elsewhere.
if (begun && readFromDevice('history') === '1') {
  void import('../features/reading/continue-reading.ts').then((reading) =>
    reading.fillContinueReading(begun),
  )
}
