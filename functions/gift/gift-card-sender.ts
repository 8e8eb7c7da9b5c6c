import type { Gift } from '../../src/domain/gift/gift.ts'
import { fail, type Result } from '../../src/domain/result.ts'
import type { EmailConfig } from '../email/send-email.ts'
import { sendComposed } from '../email/send-email.ts'
import { createGiftCardEmail } from './gift-emails.ts'

type SendableGift = Gift & { readonly recipient: NonNullable<Gift['recipient']> }

export type GiftCardSender = {
  /** `id` as for `EmailService.send`. `refused`: the email service will never accept this address. */
  send(
    gift: SendableGift,
    template: 'card' | 'reminder',
    id: string,
  ): Promise<Result<void, { readonly kind: string }>>
}

/** Without an email service, cards wait. */
export const createGiftCardSender = (emailConfig: EmailConfig | null): GiftCardSender => ({
  async send(gift, template, id) {
    if (!emailConfig) return fail({ kind: 'noMailService' })
    const { name, email } = gift.recipient
    const content = createGiftCardEmail(gift, template, emailConfig.siteUrl)
    return sendComposed(emailConfig, { to: { first_name: name, email }, content }, id)
  },
})
