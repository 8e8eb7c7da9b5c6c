/** What keeps a purchase from going on, in words, and where it does go on. */
import type { CheckoutProblem } from './checkout-store.ts'

export function describeCheckoutProblem(problem: CheckoutProblem): string {
  switch (problem.kind) {
    case 'not-begun':
      return 'We couldn’t start the payment with PayPal. You haven’t been charged. Try again in a minute.'
    case 'not-approved':
      return 'You came back from PayPal without agreeing, so you haven’t been charged. Start again whenever you like.'
    case 'window-failed':
      return 'The PayPal window didn’t open, or stopped working. You haven’t been charged. You can continue on PayPal’s own page.'
    case 'approval-unknown':
      return 'PayPal isn’t answering, so we can’t see whether you agreed. We’ll check again when you come back to this page.'
    case 'subscribed':
      return 'You already have a subscription. Your account shows its status.'
    case 'unfinished':
      return 'You’ve already paid. One step is left: tell us your name.'
    case 'student-unconfirmed':
      return 'First we need to confirm that you’re a student.'
    case 'refused':
      return problem.message
  }
}

export function nextStep(problem: CheckoutProblem): 'finish' | 'student' | 'account' | null {
  switch (problem.kind) {
    case 'subscribed':
      return 'account'
    case 'unfinished':
      return 'finish'
    case 'student-unconfirmed':
      return 'student'
    case 'not-begun':
    case 'not-approved':
    case 'window-failed':
    case 'approval-unknown':
    case 'refused':
      return null
  }
}
