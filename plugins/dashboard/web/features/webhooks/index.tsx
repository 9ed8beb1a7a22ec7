import { useParams } from "wouter";
import { WebhookList } from "./webhook-list";
import { WebhookPage } from "./webhook-page";

export default function WebhooksPage() {
  const { id } = useParams<{ id?: string }>();
  return id ? <WebhookPage key={id} id={id} /> : <WebhookList />;
}
