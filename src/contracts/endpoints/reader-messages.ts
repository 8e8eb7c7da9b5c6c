export const invalidEmailMessage =
  'That doesn’t look like an email address. Check it and try again.'
export const invalidLinkMessage = 'This link has already been used or has expired.'
