import { readDeviceItem } from '../browser/device-storage.ts'

const { dataset } = document.documentElement

const storeSavedArticles = async () =>
  (await import('../features/offline/article-cache.ts')).syncSavedArticles()
addEventListener('saved-changed', storeSavedArticles)
// The code loads after the page itself.
if (readDeviceItem('saved')) {
  if (document.readyState === 'complete') void storeSavedArticles()
  else addEventListener('load', storeSavedArticles)
}

if (dataset.pageName === 'article') {
  void import('../features/reading-history/article-progress.ts').then((reading) =>
    reading.trackArticleProgress(),
  )
}

const continueReadingElement = document.querySelector<HTMLElement>('[data-continue-reading]')
// If no room is reserved, the result is used by the next page, because another device may have started an article.
if (continueReadingElement && readDeviceItem('history') === '1') {
  void import('../features/reading-history/continue-reading.ts').then((reading) =>
    reading.renderContinueReading(continueReadingElement),
  )
}
