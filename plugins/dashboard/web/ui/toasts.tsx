/** Shows toasts. Loaded after the page; earlier toasts wait in the store. */
export { Notifications as default } from "@mantine/notifications";
