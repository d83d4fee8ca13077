/** Code of toasts, which is loaded apart from the first screen. */
export { Notifications as ToastList } from "@mantine/notifications";
