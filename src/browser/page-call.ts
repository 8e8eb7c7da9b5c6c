/**
 * The page call of a page that may redirect its readers before they have seen it:
 * <html data-page-name="cancel_complete" data-page-call="seen"> (layouts/Page.astro)
 * While the attribute is present, analytics-script.ts sends no page call.
 */
import type { PageName } from '../contracts/analytics/page-name.ts'
import { page } from './analytics.ts'

/** Call this once it's certain that the reader will see the page. */
export function callSeenPage() {
  const { pageName, pageCall } = document.documentElement.dataset
  if (!pageCall) return
  delete document.documentElement.dataset.pageCall
  // A page in the background sends its call when it becomes visible.
  if (!document.hidden) page(pageName as PageName)
}
