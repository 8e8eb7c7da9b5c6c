import type { Capability } from '../capability.ts'
import type { EmailConfig } from '../email/send-email.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createIssueDeps } from './create-issue-deps.ts'
import { getIssueBody } from './issue-body-handler.ts'
import {
  approveIssue,
  cancelIssue,
  countAudience,
  findRecipient,
  getSending,
  pauseIssue,
  resumeIssue,
  scheduleIssue,
  sendTestIssue,
  storeIssueEmail,
} from './issue-handlers.ts'
import { createIssuesJob } from './issue-job.ts'
import { handlePostmarkEvent, handleResendEvent, handleSesEvent } from './mail-event-webhooks.ts'

type JobsDeps = Parameters<typeof createIssueDeps>[0] & {
  readonly env: Bindings
  readonly emailConfig: EmailConfig | null
}

export const issue = {
  routes: {
    'GET /api/issues/:slug/body': getIssueBody,
    'PUT /api/issues/:slug/email': storeIssueEmail,
    'GET /api/issues/:slug/audience/:part': countAudience,
    'POST /api/issues/:slug/test': sendTestIssue,
    'POST /api/issues/:slug/approval': approveIssue,
    'PUT /api/issues/:slug/schedule': scheduleIssue,
    'POST /api/issues/:slug/pause': pauseIssue,
    'POST /api/issues/:slug/resume': resumeIssue,
    'POST /api/issues/:slug/cancel': cancelIssue,
    'GET /api/issues/:slug/sending': getSending,
    'POST /api/issues/:slug/recipient': findRecipient,
    'POST /api/webhooks/mail/resend': handleResendEvent,
    'POST /api/webhooks/mail/ses': handleSesEvent,
    'POST /api/webhooks/mail/postmark/:secret': handlePostmarkEvent,
  },
  jobs(deps: JobsDeps) {
    const issueDeps = createIssueDeps(deps, deps.env)
    return issueDeps ? [createIssuesJob(issueDeps, deps.emailConfig)] : []
  },
} satisfies Capability
