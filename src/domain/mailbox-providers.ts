import { getRecipientDomain } from './recipient-domain.ts'

export const googleDomains: readonly string[] = ['gmail.com', 'googlemail.com']

export const yahooDomains: readonly string[] = [
  ...['yahoo.com', 'yahoo.in', 'yahoo.co.in', 'yahoo.co.uk', 'yahoo.ca', 'yahoo.com.au'],
  ...['yahoo.com.sg', 'yahoo.fr', 'yahoo.de', 'yahoo.it', 'yahoo.es', 'yahoo.com.br'],
  ...['ymail.com', 'rocketmail.com', 'aol.com', 'aol.co.uk', 'aim.com'],
]

export const protonDomains: readonly string[] = [
  ...['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
]

export const icloudDomains: readonly string[] = ['icloud.com', 'me.com', 'mac.com']

export const yandexDomains: readonly string[] = [
  ...['yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru'],
]

/** Domains for which Fastmail delivers all addresses at a subdomain to one inbox. */
export const fastmailDomains: readonly string[] = [
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
]

/**
 * Providers whose accounts have one or two addresses, and whose other spellings lead to the same inbox
 * (normaliseAddress).
 */
const singleAddressDomains: ReadonlySet<string> = new Set([
  ...googleDomains,
  ...yahooDomains,
  ...['rediffmail.com', 'sify.com'],
])

/** Providers where most people have one address, but some have ten or more, or delete and replace them. */
const sharedDomains: ReadonlySet<string> = new Set([
  ...icloudDomains,
  ...protonDomains,
  ...yandexDomains,
  ...['outlook.com', 'outlook.in', 'outlook.de', 'outlook.fr', 'hotmail.com', 'hotmail.co.uk'],
  ...['hotmail.fr', 'hotmail.de', 'hotmail.it', 'hotmail.es', 'live.com', 'live.in', 'live.co.uk'],
  ...['live.fr', 'live.nl', 'live.com.au', 'live.ca', 'msn.com'],
  ...['zoho.com', 'zohomail.com', 'zohomail.in', 'mail.ru', 'qq.com', '163.com', '126.com'],
  ...['mail.com', 'gmx.com', 'gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de'],
  ...['freenet.de', 'orange.fr', 'wanadoo.fr', 'free.fr', 'sfr.fr', 'laposte.net', 'libero.it'],
  ...['bluewin.ch', 'comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net', 'bellsouth.net'],
  ...['cox.net', 'charter.net', 'shaw.ca', 'rogers.com', 'telus.net', 'sympatico.ca'],
  ...['btinternet.com', 'sky.com', 'virginmedia.com', 'talktalk.net', 'ntlworld.com'],
  ...['bigpond.com', 'optusnet.com.au', 'xtra.co.nz', 'naver.com', 'singnet.com.sg'],
])

const getHost = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/**
 * Returns the domain of an address whose owner may have other addresses there. Null if an account there has only one.
 */
export function findAliasDomain(email: string): string | null {
  // Subdomains of a provider's domain are its customers' own hosts.
  if (singleAddressDomains.has(getHost(email))) return null
  const domain = getRecipientDomain(email)
  return fastmailDomains.includes(domain) ? fastmailDomains[0]! : domain
}

/** Like `findAliasDomain`, but also null if most people have only one address at the provider. */
export const findSoleOwnersDomain = (email: string): string | null =>
  sharedDomains.has(getHost(email)) ? null : findAliasDomain(email)
