/** Shows toasts. Loaded after the page: those from before wait in the store. */
export { Notifications as default } from "@mantine/notifications";
