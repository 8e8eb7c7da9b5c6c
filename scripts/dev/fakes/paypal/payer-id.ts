import { createHash } from 'node:crypto'

const payerIdCharacters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns PayPal's id of the payer's account: the given one, or one derived from the address. */
export const getPayerId = ({ id, email }: { readonly id?: string | undefined; email: string }) =>
  id ??
  [...createHash('sha256').update(email).digest()]
    .slice(0, 13)
    .map((byte) => payerIdCharacters[byte % 32])
    .join('')
