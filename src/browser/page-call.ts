/**
 * The page call of a page that may lead its reader elsewhere before they have seen it:
 *     <html data-page-name="cancel_complete" data-page-call="seen">    layouts/Page.astro
 * As long as it has this attribute, analytics-script.ts sends none.
 */
import type { PageName } from '../contracts/analytics/page-name.ts'
import { page } from './analytics.ts'

/** To be called once it's certain that the reader sees the page. */
export function callSeenPage() {
  const { pageName, pageCall } = document.documentElement.dataset
  if (!pageCall) return
  delete document.documentElement.dataset.pageCall
  // A page in the background is called when it becomes visible.
  if (!document.hidden) page(pageName as PageName)
}
