/** The steps of `setup`, in their order. */
import { CommandError } from '../../shared/command-error.ts'
import { answersStep } from './answers-step.ts'
import { cloudflareAccountStep } from './cloudflare/account-step.ts'
import { deployStep } from './cloudflare/deploy-step.ts'
import { cloudflareResourcesStep } from './cloudflare/resources-step.ts'
import { keysStep, secretsStep } from './cloudflare/secrets-steps.ts'
import { emailAccountStep, emailStep } from './email/email-steps.ts'
import { deployTokenStep } from './github/deploy-token-step.ts'
import { gitHubAccountStep, gitHubStep } from './github/github-steps.ts'
import { firestoreStep } from './google/firestore-step.ts'
import { googleLoginStep, googleProjectStep } from './google/project-steps.ts'
import { recaptchaStep } from './google/recaptcha-step.ts'
import { serviceAccountStep } from './google/service-account-step.ts'
import { signInStep } from './google/sign-in-step.ts'
import { payPalAppStep, payPalStep } from './paypal/paypal-steps.ts'
import type { Step } from './run/step.ts'
import { operatorStep } from './site/operator-step.ts'
import { smokeTestStep } from './site/smoke-test-step.ts'
import { tryOutStep } from './site/try-out-step.ts'

export const steps: readonly Step[] = [
  answersStep,
  cloudflareAccountStep,
  googleLoginStep,
  payPalAppStep,
  emailAccountStep,
  gitHubAccountStep,
  cloudflareResourcesStep,
  googleProjectStep,
  firestoreStep,
  signInStep,
  recaptchaStep,
  serviceAccountStep,
  keysStep,
  payPalStep,
  emailStep,
  deployTokenStep,
  gitHubStep,
  deployStep,
  secretsStep,
  smokeTestStep,
  operatorStep,
  tryOutStep,
]

/** Those that only look at the Worker and at the site, so that the token of deploys can run them. */
export const deployedSteps: readonly Step[] = [deployStep, secretsStep, smokeTestStep]

export function findStep(name: string): Step {
  const found = steps.find((step) => step.name === name)
  if (found) return found
  const names = steps.map((step) => step.name).join(', ')
  throw new CommandError(`"${name}" isn’t a step. Choose one of: ${names}`)
}
