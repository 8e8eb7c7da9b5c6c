/** The place on /settings that says goodbye to whoever has had their account deleted there. */
export const farewellId = 'account-deleted'
