/** Every page's second script, with the code that can run after every-page-script.ts. */
import '../browser/dialog-backdrop.ts'
import '../browser/island-element.ts'
import './failed-images.ts'
import { fetchCountry } from '../browser/country.ts'
import { prefetchLinks } from '../browser/prefetch-links.ts'
import { whenNear } from '../browser/when-near.ts'
import { registerServiceWorker } from '../features/offline/register-service-worker.ts'

whenNear('[data-most-read]', () => {
  void import('../features/articles/fill-most-read.ts').then((list) => list.fillMostRead())
})

const { reader, open, country } = document.documentElement.dataset
// Other readers load the paywall with the story (every-page-script.ts).
if (reader === 'guest' && open === undefined) {
  whenNear('[data-wall]', () => {
    void import('../features/paywall/guest-wall.ts').then((wall) => wall.startGuestWall())
  })
}

if (!country) {
  whenNear('[data-prices-for], [data-by-country]', fetchCountry)
}

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('[data-frame] > a')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  void import('../features/articles/play-video.ts').then((video) => video.playVideo(link))
})

function runAfterLoad() {
  prefetchLinks('.teaser .headline a')
  if (import.meta.env.PROD) registerServiceWorker()
}

if (document.readyState === 'complete') runAfterLoad()
else addEventListener('load', runAfterLoad, { once: true })
