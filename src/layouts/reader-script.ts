/** What every page does for a signed-in reader, and for nobody else. */
import { areAnswersDue, readKeptAnswers } from '../browser/kept-answers.ts'
import { fetchSubscription } from '../features/account/subscription-store.ts'

// A reader of whom the hint says something that this page does not understand: the server knows.
if (document.documentElement.dataset.reader === 'undefined') void fetchSubscription()

if (areAnswersDue(readKeptAnswers(), Date.now())) {
  void import('../features/account/preferences-store.ts').then((store) => store.openPreferences())
}
