/**
 * Providers where anyone can have a mailbox, by their domains. Each is named by its first domain, because its domains have
 * the same servers, and refuse an email together. Nobody else owns these domains, so somebody had to open each account.
 * `addressesPerAccount`: at any of the domains, and removed as easily as they're made.
 */
const mailboxProviders: readonly {
  readonly domains: readonly [string, ...string[]]
  readonly addressesPerAccount: number
}[] = [
  { domains: ['gmail.com', 'googlemail.com'], addressesPerAccount: 1 },
  {
    domains: [
      'outlook.com',
      ...['outlook.in', 'hotmail.com', 'hotmail.co.uk', 'hotmail.fr', 'live.com', 'live.in'],
      ...['live.co.uk', 'msn.com'],
    ],
    addressesPerAccount: 10,
  },
  {
    domains: [
      'yahoo.com',
      ...['yahoo.in', 'yahoo.co.in', 'yahoo.co.uk', 'yahoo.ca', 'yahoo.com.au', 'yahoo.com.sg'],
      ...['ymail.com', 'rocketmail.com', 'aol.com'],
    ],
    addressesPerAccount: 1,
  },
  { domains: ['rediffmail.com'], addressesPerAccount: 1 },
  { domains: ['zoho.com', 'zohomail.com', 'zohomail.in'], addressesPerAccount: 1 },
  {
    // A paid account has 10 or 15.
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    addressesPerAccount: 15,
  },
]

/**
 * Services where one account makes many addresses that look like mailboxes, at many domains, and removes them. Each is
 * named by its first domain. All of its addresses may be one person's, so they have less weight than a provider's mailboxes.
 */
export const aliasServices: readonly (readonly string[])[] = [
  [
    'fastmail.com',
    ...['123mail.org', '150mail.com', '150ml.com', '16mail.com', '2-mail.com', '4email.net'],
    ...['50mail.com', 'airpost.net', 'allmail.net', 'cluemail.com', 'elitemail.org'],
    ...['emailcorner.net', 'emailengine.net', 'emailengine.org', 'emailgroups.net'],
    ...['emailplus.org', 'emailuser.net', 'eml.cc', 'f-m.fm', 'fast-email.com', 'fast-mail.org'],
    ...['fastem.com', 'fastemail.us', 'fastemailer.com', 'fastest.cc', 'fastimap.com'],
    ...['fastmail.cn', 'fastmail.co.uk', 'fastmail.com.au', 'fastmail.de', 'fastmail.es'],
    ...['fastmail.fm', 'fastmail.fr', 'fastmail.im', 'fastmail.in', 'fastmail.jp', 'fastmail.mx'],
    ...['fastmail.net', 'fastmail.nl', 'fastmail.se', 'fastmail.to', 'fastmail.tw'],
    ...['fastmail.us', 'fastmailbox.net', 'fastmessaging.com', 'fea.st', 'fmail.co.uk'],
    ...['fmailbox.com', 'fmgirl.com', 'fmguy.com', 'ftml.net', 'h-mail.us', 'hailmail.net'],
    ...['imap-mail.com', 'imap.cc', 'imapmail.org', 'inoutbox.com', 'internet-e-mail.com'],
    ...['internet-mail.org', 'internetemails.net', 'internetmailing.net', 'jetemail.net'],
    ...['justemail.net', 'letterboxes.org', 'mail-central.com', 'mail-page.com'],
    ...['mailandftp.com', 'mailas.com', 'mailbolt.com', 'mailc.net', 'mailcan.com'],
    ...['mailforce.net', 'mailftp.com', 'mailhaven.com', 'mailingaddress.org', 'mailite.com'],
    ...['mailmight.com', 'mailnew.com', 'mailsent.net', 'mailservice.ms', 'mailup.net'],
    ...['mailworks.org', 'messagingengine.com', 'ml1.net', 'mm.st', 'myfastmail.com'],
    ...['mymacmail.com', 'nospammail.net', 'ownmail.net', 'petml.com', 'pobox.com'],
    ...['postinbox.com', 'postpro.net', 'proinbox.com', 'promessage.com', 'realemail.net'],
    ...['reallyfast.biz', 'reallyfast.info', 'rushpost.com', 'sent.as', 'sent.at', 'sent.com'],
    ...['speedpost.net', 'speedymail.org', 'ssl-mail.com', 'swift-mail.com', 'the-fastest.net'],
    ...['the-quickest.com', 'theinternetemail.com', 'veryfast.biz', 'veryspeedy.net'],
    ...['warpmail.net', 'xsmail.com', 'yepmail.net', 'your-mail.com'],
  ],
  // Also `privaterelay.appleid.com`.
  ['icloud.com', 'me.com', 'mac.com', 'appleid.com'],
  ['duck.com'],
  // Also `relay.firefox.com`.
  ['mozmail.com', 'firefox.com'],
  // Proton's domains that aren't a mailbox's.
  [
    'simplelogin.com',
    ...['simplelogin.co', 'simplelogin.fr', 'simplelogin.io', 'slmail.me', 'slmails.com'],
    ...['aleeas.com', '8alias.com', '8shield.net', 'dralias.com', 'silomails.com'],
    ...['passmail.net', 'passmail.com', 'passinbox.com', 'passfwd.com'],
  ],
  ['addy.io', 'anonaddy.com', 'anonaddy.me', 'addymail.com', '4wrd.cc', 'mailer.me'],
  // Ten addresses for an account, at any of these.
  [
    'mail.com',
    ...['email.com', 'post.com', 'usa.com', 'europe.com', 'asia.com', 'consultant.com'],
    ...['engineer.com', 'accountant.com', 'techie.com', 'workmail.com', 'writeme.com', 'dr.com'],
    ...['doctor.com', 'myself.com', 'iname.com', 'cheerful.com', 'musician.org'],
    ...['contractor.net', 'journalist.com', 'activist.com', 'artlover.com', 'bikerider.com'],
    ...['catlover.com', 'chef.net', 'collector.org', 'cyberservices.com', 'execs.com'],
    ...['financier.com', 'gardener.com', 'graphic-designer.com', 'hairdresser.net'],
    ...['innocent.com', 'instructor.net', 'lawyer.com', 'legislator.com', 'linuxmail.org'],
    ...['loveable.com', 'net-shopping.com', 'null.net', 'optician.com', 'pediatrician.com'],
    ...['planetmail.com', 'politician.com', 'presidency.com', 'priest.com', 'programmer.net'],
    ...['publicist.com', 'realtyagent.com', 'registerednurses.com', 'representative.com'],
    ...['rescueteam.com', 'scientist.com', 'secretary.net', 'socialworker.net'],
    ...['sociologist.com', 'songwriter.net', 'teachers.org', 'technologist.com', 'therapist.net'],
    ...['tutor.com', 'umpire.com', 'worker.com', 'gmx.com', 'gmx.us'],
  ],
  ['tuta.com', 'tuta.io', 'tutamail.com', 'tutanota.com', 'tutanota.de', 'keemail.me'],
]

/** By its name. An account at an alias service has any number of addresses. */
export const isMailboxProvider = (name: string) =>
  Number.isFinite(addressesPerAccount.get(name) ?? Number.POSITIVE_INFINITY)

/** Addresses that one account has, by the names of providers and services. */
export const addressesPerAccount: ReadonlyMap<string, number> = new Map([
  ...mailboxProviders.map(
    ({ domains: [name], addressesPerAccount }) => [name, addressesPerAccount] as const,
  ),
  ...aliasServices.map(([name]) => [name!, Number.POSITIVE_INFINITY] as const),
])

const namesByDomain = new Map<string, string>(
  [...mailboxProviders.map(({ domains }) => domains), ...aliasServices].flatMap(
    ([name, ...others]) => [name!, ...others].map((domain) => [domain, name!] as const),
  ),
)

/** The name of a mailbox provider or an alias service; null for a domain that may have one owner. */
export const findProviderName = (domain: string): string | null => namesByDomain.get(domain) ?? null
