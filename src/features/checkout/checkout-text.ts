import type { CheckoutProblem, CheckoutState } from './checkout-store.ts'

export const stepMessages: Readonly<Record<CheckoutState['step'], string>> = {
  idle: '',
  starting: 'Connecting to PayPal…',
  approving: 'Confirm your subscription with PayPal.',
  checking: 'Checking with PayPal…',
  done: 'Thank you. One moment…',
}

export function describeCheckoutProblem(problem: CheckoutProblem): string {
  switch (problem.kind) {
    case 'not-started':
      return 'We couldn’t start the payment with PayPal. You haven’t been charged. Try again in a minute.'
    case 'not-approved':
      return 'You left PayPal without confirming, so you haven’t been charged. Start again whenever you like.'
    case 'window-failed':
      return 'The PayPal window didn’t open, or stopped working. You haven’t been charged. You can continue on PayPal’s site.'
    case 'approval-unknown':
      return 'We can’t tell yet whether you’ve confirmed your subscription. We’ll check again when you come back to this page.'
    case 'subscribed':
      return 'You already have a subscription. Your account shows its status.'
    case 'unfinished':
      return 'You’ve already subscribed. There’s one last step: tell us who you are.'
    case 'student-unconfirmed':
    case 'refused':
      return problem.message
  }
}

export function getNextStep(problem: CheckoutProblem): 'finish' | 'student' | 'account' | null {
  switch (problem.kind) {
    case 'subscribed':
      return 'account'
    case 'unfinished':
      return 'finish'
    case 'student-unconfirmed':
      return 'student'
    case 'not-started':
    case 'not-approved':
    case 'window-failed':
    case 'approval-unknown':
    case 'refused':
      return null
  }
}
