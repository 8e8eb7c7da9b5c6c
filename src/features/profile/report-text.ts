import type { ReportReason } from '../../domain/profile/profile-report.ts'

export const reportChoices: readonly { readonly value: ReportReason; readonly label: string }[] = [
  { value: 'impersonation', label: 'It pretends to be somebody else' },
  { value: 'abuse', label: 'It’s insulting or hateful' },
  { value: 'spam', label: 'It’s advertising' },
  { value: 'other', label: 'Something else' },
]
