/** The doctor's findings, one per check. They never contain a secret's value. */
export type Finding =
  | { readonly status: 'ok'; readonly check: string; readonly message: string }
  | {
      /** A problem prevents a deploy; a warning needs a decision. */
      readonly status: 'problem' | 'warning'
      readonly check: string
      readonly message: string
      readonly remedy: string
    }
  | { readonly status: 'skipped'; readonly check: string; readonly reason: string }

export function forCheck(check: string) {
  const withRemedy =
    (status: 'problem' | 'warning') =>
    (message: string, remedy: string): Finding => ({ status, check, message, remedy })
  return {
    ok: (message: string): Finding => ({ status: 'ok', check, message }),
    problem: withRemedy('problem'),
    warning: withRemedy('warning'),
    skipped: (reason: string): Finding => ({ status: 'skipped', check, reason }),
  }
}

/** The answer to an external check, or the reason why there isn't one. */
export type ProbeResult<Value> =
  | { readonly isKnown: true; readonly value: Value }
  | { readonly isKnown: false; readonly reason: string }

export function formatFinding(finding: Finding): string {
  const head = `${finding.status.padEnd(10)} ${finding.check}: `
  switch (finding.status) {
    case 'ok':
      return head + finding.message
    case 'problem':
    case 'warning':
      return `${head}${finding.message}\n${' '.repeat(11)}→ ${finding.remedy}`
    case 'skipped':
      return head + finding.reason
  }
}
