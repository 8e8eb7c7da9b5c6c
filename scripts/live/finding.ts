/** What the doctor says: one finding a check. Never carries the value of a secret. */
export type Finding =
  | { readonly status: 'ok'; readonly check: string; readonly says: string }
  | {
      /** A problem stands in the way of a deploy; a warning is for somebody to judge. */
      readonly status: 'problem' | 'warning'
      readonly check: string
      readonly says: string
      /** What to do about it. */
      readonly remedy: string
    }
  | { readonly status: 'not asked'; readonly check: string; readonly because: string }

export const ok = (check: string, says: string): Finding => ({ status: 'ok', check, says })

export const problem = (check: string, says: string, remedy: string): Finding => ({
  status: 'problem',
  check,
  says,
  remedy,
})

export const warning = (check: string, says: string, remedy: string): Finding => ({
  status: 'warning',
  check,
  says,
  remedy,
})

export const notAsked = (check: string, because: string): Finding => ({
  status: 'not asked',
  check,
  because,
})

/** What somebody else was asked, or why they were not. */
export type Answer<Value> =
  | { readonly asked: true; readonly value: Value }
  | { readonly asked: false; readonly because: string }

/** A finding as it is printed. */
export function linesOf(finding: Finding): string {
  const head = `${finding.status.padEnd(10)} ${finding.check}: `
  switch (finding.status) {
    case 'ok':
      return head + finding.says
    case 'problem':
    case 'warning':
      return `${head}${finding.says}\n${' '.repeat(11)}→ ${finding.remedy}`
    case 'not asked':
      return head + finding.because
  }
}
