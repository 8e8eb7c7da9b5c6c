/** Identifies the Worker to services that refuse requests without a user agent: GitHub and Resend. */
export const userAgent = 'publication-edge'
