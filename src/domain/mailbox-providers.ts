/**
 * Providers where anyone can have a mailbox, by their domains. Each is named by its first domain, because its domains have
 * the same servers, and refuse an email together. Nobody else owns these domains, so somebody had to open each address:
 * a few in an account (Outlook: ten). Apple, Fastmail and DuckDuckGo aren't here: one account makes any number of
 * addresses there that look like mailboxes, and removes them.
 */
const mailboxProviders = [
  ['gmail.com', 'googlemail.com'],
  [
    'outlook.com',
    'outlook.in',
    'hotmail.com',
    'hotmail.co.uk',
    'hotmail.fr',
    'live.com',
    'live.in',
    'live.co.uk',
    'msn.com',
  ],
  [
    'yahoo.com',
    'yahoo.in',
    'yahoo.co.in',
    'yahoo.co.uk',
    'yahoo.ca',
    'yahoo.com.au',
    'yahoo.com.sg',
    'ymail.com',
    'rocketmail.com',
    'aol.com',
  ],
  ['rediffmail.com'],
  ['zoho.com', 'zohomail.com', 'zohomail.in'],
  ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
] as const satisfies readonly (readonly string[])[]

export const providerNames: readonly string[] = mailboxProviders.map(([name]) => name)

const namesByDomain = new Map<string, string>(
  mailboxProviders.flatMap(([name, ...others]) =>
    [name, ...others].map((domain) => [domain, name] as const),
  ),
)

/** Null for a domain that may have one owner. */
export const findProviderName = (domain: string): string | null => namesByDomain.get(domain) ?? null
