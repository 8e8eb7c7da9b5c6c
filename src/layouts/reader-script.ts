/** What every page does for a signed-in reader, and for nobody else. */
import { fetchSubscription } from '../features/account/subscription-store.ts'
import './reading-script.ts'

// A reader of whom the hint says something that this page does not understand: the server knows.
if (document.documentElement.dataset.reader === 'undefined') void fetchSubscription()
