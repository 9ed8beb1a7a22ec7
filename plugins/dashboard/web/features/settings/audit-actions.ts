import { toLabel } from "../../ui/status";

/** Labels of recorded actions. Others, such as those of plug-ins, are shown by name. */
const labels: Readonly<Record<string, string>> = {
  "account.created": "Workspace created",
  "account.updated": "Workspace changed",
  "key.created": "API key created",
  "key.updated": "API key changed",
  "key.rotated": "API key rotated",
  "key.revoked": "API key revoked",
  "credits.granted": "Credits granted",
  "brand_kit.updated": "Brand kit changed",
  "social_account.connected": "Channel connected",
  "social_account.updated": "Channel changed",
  "social_account.disconnected": "Channel disconnected",
  "approval.updated": "Approval changed",
  "review.created": "Review created",
  "review.revoked": "Review links revoked",
  "webhook.created": "Webhook created",
  "webhook.updated": "Webhook changed",
  "webhook.secret_rotated": "Webhook secret rotated",
  "webhook.deleted": "Webhook deleted",
  "invitation.created": "Invitation created",
  "invitation.revoked": "Invitation revoked",
  "person.added": "Person added",
  "person.updated": "Person changed",
  "person.removed": "Person removed",
  "person.reset_link_created": "Password reset link created",
  "person.password_changed": "Password changed",
  "person.linked": "Person linked to the sign-in provider",
  "person.unlinked": "Person unlinked from the sign-in provider",
  "person.sessions_ended": "Sessions ended",
  "person.two_factor_enabled": "Two-factor authentication turned on",
  "person.two_factor_disabled": "Two-factor authentication turned off",
  "person.recovery_codes_created": "Recovery codes replaced",
  "person.recovery_code_used": "Recovery code used",
  "person.wrong_codes_entered": "Wrong codes entered at sign-in",
};

export const describeAction = (action: string): string => labels[action] ?? toLabel(action.replace(/[._]/g, " "));

export const auditActions = Object.entries(labels).map(([value, label]) => ({ value, label }));
