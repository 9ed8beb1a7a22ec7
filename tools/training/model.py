"""The encoder: a vector for each token, and the mean of a text's. Telling words have long vectors, empty ones short."""
import torch, torch.nn as nn, torch.nn.functional as F


def sums(places, table, starts):
    """Unit vectors of texts: of the sum of their tokens' vectors, which has the mean's direction."""
    return F.normalize(F.embedding_bag(places, table, starts, mode="sum") + 1e-8, dim=-1)


class Encoder(nn.Module):
    def __init__(self, tokens, width=256):
        super().__init__()
        self.emb = nn.Embedding(tokens, width)
        nn.init.normal_(self.emb.weight, std=0.05)

    def embed(self, rows):
        """Unit vectors [texts, width] of texts given as lists of ids."""
        starts = torch.tensor([0] + [len(row) for row in rows[:-1]]).cumsum(0)
        return sums(torch.tensor([at for row in rows for at in row]), self.emb.weight, starts)


def save(path, model):
    torch.save(model.state_dict(), path)


def load(path):
    weights = torch.load(path)
    model = Encoder(*weights["emb.weight"].shape)
    model.load_state_dict(weights)
    return model
