/** Names the Worker to services that refuse requests without it: GitHub and Resend. */
export const userAgent = 'publication-edge'
