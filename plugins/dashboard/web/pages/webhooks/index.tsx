import { useParams } from "wouter";
import { Endpoints } from "./webhook-list";
import { Endpoint } from "./webhook-page";

export default function WebhooksPage() {
  const { id } = useParams<{ id?: string }>();
  return id ? <Endpoint key={id} id={id} /> : <Endpoints />;
}
