/** Another publication, which has nothing in common with ours and no optional parts. */
import type { Contact, Identity, PageLink, SocialLink } from '../../publication-data.ts'

export const site: Identity = {
  name: 'Harbour Light',
  misspellings: ['Harbor Light'],
  shortName: 'Harbour',
  description: 'Slow news from small ports.',
  language: 'en',
  locale: 'en_IE',
  timeZone: 'Europe/London',
  foundedOn: '2024-05-01',
  address: ['2 Quay Street', 'Whitby'],
  paymentMethodsUrl: 'https://www.paypal.com/myaccount/autopay/',
  subscriptionsEmail: 'money@harbour.test',
  newsletterEmail: 'tide@harbour.test',
  editorsEmail: 'desk@harbour.test',
  securityEmail: 'locks@harbour.test',
}

export const contacts: readonly Contact[] = [
  { name: 'The desk', email: site.editorsEmail, purpose: 'Everything.' },
]

export const socialLinks: readonly SocialLink[] = []

export const companyPages: readonly PageLink[] = [{ name: 'Who we are', path: '/about' }]

export const legalPages: readonly PageLink[] = [{ name: 'Terms', path: '/terms' }]
